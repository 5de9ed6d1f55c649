"""The pages of watches. `blueprint` has them all, under one entry of the navigation."""

"""What a company looks like: brands, logos and style guides of pages with known answers, and sheets of pictures to look at."""

"""extruct's readers of microdata and RDFa, limited for hostile pages. `structured` and `rdfa` import them when they need them."""

"""The maps that are shipped, as files of the map format; `pbem map build` writes them."""

"""Maps: building the printed hex sheets from open geography, comparing and drawing them."""

# The maintainer's target: every shipped map anew from its pinned sources (kept outside the checkout).
MAPS_CACHE ?= $(HOME)/.cache/pbem/maps

.PHONY: maps
maps: .venv/installed-test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check '.[maps]'
	for map in $$(ls pbem/maps/data/*.yaml | xargs -n 1 basename -s .yaml); do \
	  $(BIN)/pbem map build $$map --cache $(MAPS_CACHE) || exit 1; \
	done
	for map in $$(grep -l '^cut:' scenarios/*/*/map.yaml | cut -d/ -f2,3); do \
	  $(BIN)/pbem map build $$map || exit 1; \
	done

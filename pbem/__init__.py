"""pbem adjudicates strategic wargames played by e-mail."""

__version__ = "0.4.0"

"""Mail in, mail out: letters read, cleaned and received into games; answers written and sent."""

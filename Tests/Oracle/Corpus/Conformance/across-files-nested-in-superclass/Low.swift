class Low: Mid {}

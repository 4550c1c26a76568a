-- nomad:contract
-- nomad:readable-since 2.0.0
ALTER TABLE note DROP COLUMN "odd;name";

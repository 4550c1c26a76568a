-- nomad:no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS note_title ON note (title);

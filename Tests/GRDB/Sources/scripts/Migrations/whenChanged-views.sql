-- The view of every user.
DROP VIEW IF EXISTS titles;
CREATE VIEW titles AS SELECT title FROM note;
-- nomad:foreign-keys off

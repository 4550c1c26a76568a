-- A note; the semicolons here end nothing.
CREATE TABLE note (id int PRIMARY KEY, title text NOT NULL, "odd;name" text DEFAULT 'a;b');
CREATE FUNCTION title_of(wanted int) RETURNS text LANGUAGE plpgsql AS $body$
BEGIN
  -- $$; is text here
  RETURN (SELECT title FROM note WHERE id = wanted);
END;
$body$;
CREATE OR REPLACE FUNCTION count_notes(OUT notes int) LANGUAGE SQL
BEGIN ATOMIC
  SELECT CASE WHEN true THEN 1 ELSE 2 END;
  SELECT count(*)::int FROM note;
END;
CREATE RULE note_guard AS ON DELETE TO note DO INSTEAD (SELECT 1; SELECT 2);
/* nested /* comment; */ still a comment; */
INSERT INTO note (id, title) VALUES (1, E'it\'s; one'), (2, U&'\0074wo;'), (3, 'back\'); SELECT $$;$$, $a$ $$ ; $a$;
DO $$ BEGIN PERFORM 1; END $$

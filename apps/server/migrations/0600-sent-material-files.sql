-- The copy of a material's file that messages of automatic replies share. It goes with the last of these messages, so that
-- this may name a file that is gone; then the next reply makes another.
alter table materials add column sent_file_id uuid;

-- The name that the person at the desk goes by, as it was when the message was written. Null: not known.
alter table messages add author_name text;

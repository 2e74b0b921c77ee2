-- An index of this kind collects new entries in a list first. The message that fills the list would sort them all into the
-- index, for half a second while its customer waits. A job does that every minute; only what outgrows this limit, in kB, waits
-- for no job.
alter index fan_texts_grams set (gin_pending_list_limit = 65536);

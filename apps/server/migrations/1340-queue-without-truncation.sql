-- Emptied pages at the end of this queue are written again soon. Giving them back takes a lock that every new message waits for.
alter table messages_to_index set (vacuum_truncate = off);

-- Visits as they are recorded: many in a row, until they are counted. A killed server leaves them to another one.
create table split_visit_batches (
  id uuid primary key,
  visits json not null,
  size integer not null check (size > 0),
  -- A batch that can't be counted stays for the operator to look into, and keeps no other from being counted.
  set_aside boolean not null default false
);
-- They live for a second: packing them costs more time than the space is worth.
alter table split_visit_batches alter column visits set storage external;

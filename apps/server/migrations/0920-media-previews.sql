-- What the bytes of a medium show; null where they don't, or nobody has looked.
alter table files
  add width integer,
  add height integer,
  add duration_ms integer,
  -- Bytes of the smaller picture that is shown in its place; null: there is none.
  add preview_size integer;

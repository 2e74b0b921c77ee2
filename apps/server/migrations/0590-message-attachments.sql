-- What messages carry beside their text: a medium, whose file is among `files`, a contact or a place.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in
  ('text', 'image', 'audio', 'voice', 'video', 'file', 'sticker', 'contact', 'location', 'unsupported'));
alter table messages add attachment jsonb;
alter table messages add file_id uuid;
create index messages_by_file on messages (workspace_id, file_id) where file_id is not null;
create index messages_to_fetch on messages (created_at) where attachment ->> 'state' = 'fetching';

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check
  check (purpose in ('avatar', 'certification', 'brand', 'dedupe-import', 'material', 'message'));

-- Who uploaded a file: a sub-account or a visitor, in the module's own words; null: the owner or the operator.
alter table files add uploaded_by text;

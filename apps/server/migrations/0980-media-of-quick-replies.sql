-- A picture, recording or video of the material library that goes with a quick reply. A material that is used isn't deleted.
alter table quick_replies add column material_id uuid,
  add foreign key (workspace_id, material_id) references materials (workspace_id, id);
create index quick_replies_material on quick_replies (workspace_id, material_id) where material_id is not null;

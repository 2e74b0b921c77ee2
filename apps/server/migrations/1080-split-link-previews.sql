-- Previews of short links in chats, as their owners want them; without a title there is none.
alter table split_links
  add column preview_title text not null default '',
  add column preview_text text not null default '',
  add column preview_image_url text;

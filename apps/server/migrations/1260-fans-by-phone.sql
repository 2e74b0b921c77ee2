-- Phone numbers are identities of their own, of the platform 'phone'. They join fans only where the owner wants it.
alter table workspaces add merge_fans_by_phone boolean not null default false;

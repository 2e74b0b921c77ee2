update workspaces set merge_fans_by_phone = true where id = 'a0000000-0000-7000-8000-000000000000';

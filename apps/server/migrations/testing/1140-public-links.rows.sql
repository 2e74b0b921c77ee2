update social_accounts set public_link = 'https://shop.example/?a=1&b=''🙂''' where workspace_id = 'a0000000-0000-7000-8000-000000000000';
update social_accounts set public_link = '' where workspace_id = 'b0000000-0000-7000-8000-000000000000';

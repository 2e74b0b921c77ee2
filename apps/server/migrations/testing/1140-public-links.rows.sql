update social_accounts set public_link = 'https://shop.example/?a=1&b=''🙂''' where id = 'a9000000-0000-7000-8000-000000000001';
update social_accounts set public_link = '' where id in ('a9000000-0000-7000-8000-000000000002', 'b9000000-0000-7000-8000-000000000001');

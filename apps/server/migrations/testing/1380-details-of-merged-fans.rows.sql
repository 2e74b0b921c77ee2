update account_fans set details_of = id where id = (select min(id::text)::uuid from account_fans);

update verification_codes set requester = 'hash-of-an-address', stranger_tries = 3
  where id = '0e000000-0000-7000-8000-000000000012';

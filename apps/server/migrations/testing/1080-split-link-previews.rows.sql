update split_links set preview_title = '春季活动 <b>', preview_text = 'O''Neil 🙂', preview_image_url = 'https://shop.example/a.png?b=1&c="2"'
  where workspace_id = 'a0000000-0000-7000-8000-000000000000';

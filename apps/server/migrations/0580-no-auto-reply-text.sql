-- drops: sub_accounts.auto_reply_text
-- Each text is a welcome template since 0550.
alter table sub_accounts drop auto_reply_text;

-- drops: split_link_visitors
-- Written no more since 1040: split_visitors has the visitors of a day. Its hashes were deleted after three days.
drop table split_link_visitors;

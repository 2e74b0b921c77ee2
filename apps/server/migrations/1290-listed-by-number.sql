-- Whose numbers a dedupe library lists, of a verdict that stands in it by nothing else. Null: the writer's own id, name or number.
alter table fan_verdicts add column listed_fan_ids uuid[];

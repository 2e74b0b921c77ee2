-- The loudness of a short recording in 48 steps, each a hexadecimal digit; null: unknown, or no recording.
alter table files add column waveform text;

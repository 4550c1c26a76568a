-- nomad:no-transaction
VACUUM;

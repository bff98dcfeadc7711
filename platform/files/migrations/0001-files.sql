-- Objects that are stored encrypted, outside of the database. Times are milliseconds since the epoch.

create table stored_object (
  -- 128 random bits; also the name of the bytes in the folder or bucket.
  object_id text primary key check (object_id ~ '^[0-9a-f]{32}$'),
  owner_id bigint not null,
  kind text not null check (kind ~ '^[a-z][A-Za-z]{0,31}$'),
  version smallint not null,
  media_type text not null,
  -- Of the content, before it was encrypted.
  size integer not null check (size > 0),
  sha256 bytea check (length(sha256) = 32),
  uploaded_by bigint not null,
  created_at bigint not null,
  -- The key of the content and which key of the ring wraps it. Without it the content is gone.
  key_id text,
  wrapped_key bytea,
  -- Set once the bytes are in the folder or bucket.
  stored_at bigint,
  -- When the content is to be destroyed; null while it is needed.
  keep_until bigint,
  shredded_at bigint,
  -- Set once the bytes are removed too.
  removed_at bigint,
  check ((wrapped_key is null) = (shredded_at is not null)),
  check ((key_id is null) = (wrapped_key is null))
);

create index stored_object_by_owner on stored_object (owner_id);
create index stored_object_by_creation on stored_object (created_at);
create index stored_object_by_end on stored_object (keep_until) where shredded_at is null;
create index stored_object_to_remove on stored_object (shredded_at) where removed_at is null;

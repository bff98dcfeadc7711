-- Who of staff works on an application, and until when nobody else does.
alter table launch_application
  add column claimed_by bigint,
  add column claimed_until bigint;

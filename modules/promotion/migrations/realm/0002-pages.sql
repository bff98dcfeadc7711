-- Pages of one level, and statements of some days, by an index of their own: neither goes over what
-- it does not show. That of all levels has commission_of_user.
CREATE INDEX commission_of_level ON commission (user_id, level, seq);
CREATE INDEX commission_of_day ON commission (user_id, day);

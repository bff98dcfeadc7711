-- What a day has brought a person is asked of the terms whose booked days reach it, and of no others.
CREATE INDEX ended_earn_until ON ended_earn (user_id, (first_day + days));

// Simulates, as far as the database can tell, that every process is killed between an effect and its kept reply: a reply that is not written together with its effect is lost.
import type { Queryable } from '../server/db/open.ts';

/** Returns a function that ends it. */
export async function killAfterEffects(database: Queryable): Promise<() => Promise<void>> {
  await database.query(`
    create function be_killed() returns trigger language plpgsql as $$ begin
      if pg_current_xact_id_if_assigned() is null then
        raise exception 'the process was killed' using errcode = '57P01';
      end if;
      return null;
    end $$;
    create trigger killed before update of status on idempotency_keys execute function be_killed()`);
  return async () => void (await database.query('drop function be_killed cascade'));
}

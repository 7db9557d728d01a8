// What the server says about itself before login: fetched once, and again after a failure.
import { useEffect, useState } from 'react';
import type { ConfigData } from '../../contract/platform.ts';
import { call } from '../api.ts';

let asked: Promise<ConfigData | null> | null = null;

async function ask(): Promise<ConfigData | null> {
  const reply = await call('GET /config', {});
  if (!reply.ok) asked = null;
  return reply.ok ? reply.data : null;
}

/** Null until it is known; the forms work without it. */
export function useConfig(): ConfigData | null {
  const [config, setConfig] = useState<ConfigData | null>(null);
  useEffect(() => {
    let isGone = false;
    asked ??= ask();
    void asked.then((known) => !isGone && setConfig(known));
    return () => {
      isGone = true;
    };
  }, []);
  return config;
}

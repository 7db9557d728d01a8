import { RealServer } from './tests/crash/real-server.ts';
import { cpuSecondsOf } from './bench/load/vitals.ts';
const env: Record<string, string> = { NODE_COMPILE_CACHE: '/tmp/tail/compiled', ...(process.env.SRV_OPTS ? { NODE_OPTIONS: process.env.SRV_OPTS } : {}) };
const lived = RealServer.on('/tmp/tail/lived', env);
console.log('first', await lived.start());
for (let n = 0; n < Number(process.argv[2] ?? 3); n++) { await lived.kill(); const ms = await lived.start(); console.log('killed', Math.round(ms), 'cpu', cpuSecondsOf(lived.pid!)); }
await lived.stop();

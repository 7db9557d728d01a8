import { readFileSync } from 'node:fs';
const p = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const until = Number(process.argv[3] ?? Infinity) * 1e6;
const self = new Map(); let t = 0; const byId = new Map(p.nodes.map((n) => [n.id, n]));
const parent = new Map(); for (const n of p.nodes) for (const c of n.children ?? []) parent.set(c, n.id);
const incl = new Map();
p.samples.forEach((id, i) => { t += p.timeDeltas[i]; if (t > until) return; const n = byId.get(id); const k = (f) => f.functionName + ' ' + f.url.split('/').slice(-2).join('/') + ':' + f.lineNumber; const kk = k(n.callFrame); self.set(kk, (self.get(kk) ?? 0) + p.timeDeltas[i]); const seen = new Set(); for (let x = id; x; x = parent.get(x)) { const q = k(byId.get(x).callFrame); if (!seen.has(q)) { seen.add(q); incl.set(q, (incl.get(q) ?? 0) + p.timeDeltas[i]); } } });
const show = (m) => [...m].sort((a, b) => b[1] - a[1]).slice(0, 28).forEach(([k, v]) => console.log((v / 1000).toFixed(0).padStart(7), k));
show(self); console.log('--'); show(incl);

import { launch, newPage } from "./lib/browser.mjs";
import { cardroom } from "./lib/site.mjs";
import { open, press, spot, still } from "./lib/table.mjs";
const b = await launch(); const s = await cardroom();
const p = await newPage(b); const c = await p.context().newCDPSession(p);
await c.send("Performance.setTimeDomain", {timeDomain:"threadTicks"}).catch(()=>{});
await c.send("Performance.enable", {timeDomain:"threadTicks"});
await open(p, s.url, { deal: "v1:42" });
await p.waitForTimeout(1000);
const m = async()=>Object.fromEntries((await c.send("Performance.getMetrics")).metrics.map(x=>[x.name,x.value]));
const keys=["TaskDuration","ScriptDuration","LayoutDuration","RecalcStyleDuration"];
let a = await m(); await p.waitForTimeout(1000); let z = await m(); console.log("idle 1 s", keys.map(k=>k+" "+((z[k]-a[k])*1000).toFixed(1)).join(" "));
const rows=[];
for (let i=0;i<20;i++) { a = await m(); await press(p, i%5==4?"u":"d"); z = await m(); await p.waitForTimeout(500); const y=await m(); rows.push([...keys.map(k=>((z[k]-a[k])*1000).toFixed(1)), "with motion", ((y.TaskDuration-a.TaskDuration)*1000).toFixed(1)]); }
console.log(keys.join(" ")); console.log(rows.map(r=>r.join("\t")).join("\n"));
await b.close(); await s.stop();

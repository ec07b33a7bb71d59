import { it } from 'vitest';
import { openPortal } from './portal.ts';
it('x', async () => {
  const p = await openPortal();
  const t = async (who: string, m: any, u: string, b?: any, h?: any) => { const s = performance.now(); const a = await p.as(who, m, u, b, h); console.log(m, u.slice(0,100), a.statusCode, Math.round(performance.now()-s)+'ms', a.body.length, a.body.slice(0,300)); return a; };
  await t('admin','GET','/api/coworkers/authorities/ROLE_DEALER?hst=%00');
  await t('admin','GET','/api/coworkers/authorities/ROLE_DEALER?hst=%F0%9F%9A%97%00a');
  await t('admin','GET','/api/statistics/documents-size?legalEntity=%00');
  await t('admin','GET','/api/dms/customers/..%2f..');
  // gatherLists quadratic
  const big = Array.from({length:400000},()=>1).join(',');
  let keys=''; for(let i=1;i<9999;i++) keys+=`,"id.in[${i}]":1`;
  await t('admin','POST','/api/documents-ext/search', `{"id.in[0]":[${big}]${keys}}`);
  // unknown keys
  let many=''; for(let i=0;i<110000;i++) many+=`${i?',':''}"${i.toString(36)}":1`;
  console.log(many.length);
  await t('admin','POST','/api/documents-ext/search', `{${many}}`);
  await t('admin','POST','/api/videos', `{${many}}`);
  await t('admin','POST','/api/documents', `{"folderId":1,"type":"x","variableFields":{${many.replaceAll(':1',':[]')}}}`.slice(0,36e6));
  // users brands arrays
  await t('admin','POST','/api/users', `{"login":"a","firstName":"a","lastName":"b","email":"a@b.it","authorities":[${Array.from({length:200000},()=>'"x"').join(',')}]}`);
  await t('admin','POST','/api/licenses', `{"hstList":[${Array.from({length:400000},()=>'1').join(',')}]}`);
  await t('admin','POST','/api/documents', `{"folderId":1,"type":"x","variableFields":{${Array.from({length:3000000},(_, i)=>`"${i.toString(36)}":[]`).join(',')}}}`);
  await p.close();
}, 300000);

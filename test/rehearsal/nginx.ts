/** nginx on loopback with TLS in front of services that use plain HTTP: a port and an address for each. */
// Real time: it waits for a third-party process.
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownPort } from '#test/hosts/server-process.ts';
import { makeCertificates } from '#test/mail/certificates.ts';
import { launch, requireProgram, waitForPort } from '#test/validators/sms/process.ts';

const NGINX = '/usr/sbin/nginx';

export interface ReverseProxy {
  /** Ports by name, chosen before any service listens behind them: https://localhost:PORT. */
  readonly ports: Readonly<Record<string, number>>;
  /** PEM of the authority that signed the certificate. */
  readonly authority: string;
  /** Starts forwarding to the ports behind. */
  begin(behind: Readonly<Record<string, number>>): Promise<void>;
  close(): Promise<void>;
}

const server = (port: number, behind: number, files: { certificate: string; key: string }): string => `
  server {
    listen 127.0.0.1:${port} ssl;
    server_name localhost;
    ssl_certificate ${files.certificate};
    ssl_certificate_key ${files.key};
    client_max_body_size 60m;
    location / {
      proxy_pass http://127.0.0.1:${behind};
      proxy_http_version 1.1;
      proxy_buffering off;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto https;
      proxy_set_header Connection "";
    }
  }`;

/** @param folder created here, for this process only. */
export async function openReverseProxy(folder: string, names: readonly string[]): Promise<ReverseProxy> {
  await requireProgram(NGINX, 'nginx-light');
  await mkdir(folder);
  const files = await makeCertificates(folder, 'front', 'DNS:localhost,IP:127.0.0.1', 90);
  const ports: Record<string, number> = {};
  for (const name of names) ports[name] = await ownPort();
  let running: ReturnType<typeof launch> | undefined;
  return {
    ports,
    authority: files.authority,
    async begin(behind) {
      const path = join(folder, 'nginx.conf');
      const servers = names.map((name) => server(ports[name] ?? 0, behind[name] ?? 0, files)).join('');
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      await writeFile(
        path,
        `daemon off;\nworker_processes 1;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n${temporary
          .map((name) => `  ${name}_temp_path ${folder}/${name};\n`)
          .join('')}${servers}\n}\n`,
      );
      const nginx = launch(NGINX, ['-p', folder, '-e', 'stderr', '-c', path]);
      running = nginx;
      for (const name of names) await waitForPort(ports[name] ?? 0, nginx.process, nginx.said);
    },
    async close() {
      const child = running?.process;
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      // Its workers end with it only on a graceful signal.
      child.kill('SIGTERM');
      await ended;
    },
  };
}

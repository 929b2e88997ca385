import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { textOf } from './files'

/* No container can be started where this runs: what compose.yaml promises is read from it. */

const serviceSchema = z.object({
  image: z.string(),
  build: z.unknown().optional(),
  pull_policy: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  cpus: z.number().optional(),
  pids_limit: z.number().optional(),
  logging: z.object({ options: z.object({ 'max-size': z.string(), 'max-file': z.string() }) }).optional(),
  volumes: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  networks: z.unknown().optional(),
})
const { services } = z
  .object({ services: z.record(z.string(), serviceSchema) })
  .parse(parse(textOf('compose.yaml'), { merge: true }))
const all = Object.entries(services)
const path = (of: string) => join(import.meta.dirname, '../..', of)

test.each(all)('the service %s has no rights, room or log without an end', (_name, service) => {
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  expect(service.security_opt).toContain('no-new-privileges:true')
  expect([service.mem_limit, service.cpus, service.pids_limit]).not.toContain(undefined)
  expect(service.logging?.options['max-size']).toMatch(/^\d+m$/)
  expect(service.logging?.options['max-file']).toMatch(/^\d+$/)
  expect(service.security_opt.join(' ')).not.toContain('seccomp=unconfined')
})

test('capabilities are given to the proxy alone, for its ports', () => {
  expect(all.filter(([, { cap_add }]) => cap_add.length > 0).map(([name, { cap_add }]) => [name, cap_add])).toEqual([
    ['proxy', ['NET_BIND_SERVICE']],
  ])
  expect(all.filter(([, { ports }]) => ports.length > 0).map(([name]) => name)).toEqual(['proxy'])
})

test('every image of others has the number of a version, and Doorstep’s is built once', () => {
  const own = all.filter(([, { image }]) => image.startsWith('doorstep:'))
  expect(own.map(([name, { build, pull_policy }]) => [name, build !== undefined, pull_policy])).toEqual([
    ['doorstep', true, undefined],
    ['migrate', false, 'never'],
  ])
  const images = all.map(([, { image }]) => image).filter((image) => !image.startsWith('doorstep:'))
  const bases = [...textOf('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  for (const image of [...images, ...bases])
    expect(image).toMatch(/:\d+\.\d+(?:\.\d+)?(?:-[\w-]+)?(?:@sha256:[0-9a-f]{64})?$/)
})

test('only migrate has the owner’s login, and only the bucket’s profile its server', () => {
  const url = (name: string) => services[name]?.environment.DATABASE_URL ?? ''
  expect([url('doorstep'), url('migrate')]).toEqual([
    expect.stringContaining('//doorstep_server:'),
    expect.stringContaining('//doorstep_owner:'),
  ])
  expect(all.filter(([, { profiles }]) => profiles.length > 0).map(([name]) => name)).toEqual(['bucket'])
  expect(services.bucket?.networks).toEqual(['files'])
})

test('what it mounts and reads from the repository is there', () => {
  const mounted = all.flatMap(([, { volumes }]) => volumes.filter((volume) => volume.startsWith('./')))
  expect(mounted.length).toBeGreaterThan(1)
  for (const volume of mounted) {
    expect(volume).toMatch(/:ro$/)
    expect(existsSync(path(volume.split(':')[0] ?? '')), volume).toBe(true)
  }
})

const profile = z
  .object({
    defaultAction: z.literal('SCMP_ACT_ERRNO'),
    archMap: z.array(z.object({ architecture: z.string(), subArchitectures: z.array(z.string()) })),
    syscalls: z.array(z.object({ names: z.array(z.string()), action: z.literal('SCMP_ACT_ALLOW') })),
  })
  .parse(JSON.parse(textOf('docs/operating/seccomp.json')))
const allowed = new Set(profile.syscalls.flatMap(({ names }) => names))

test('the seccomp profile lets bubblewrap make namespaces, and forbids what only a kernel’s owner needs', () => {
  const needed = ['clone', 'clone3', 'unshare', 'mount', 'umount2', 'pivot_root', 'capset', 'prctl', 'execve', 'futex']
  expect(needed.filter((name) => !allowed.has(name))).toEqual([])
  const others = [
    ...['bpf', 'perf_event_open', 'ptrace', 'process_vm_readv', 'kcmp', 'userfaultfd', 'io_uring_setup', 'keyctl'],
    ...['add_key', 'request_key', 'init_module', 'finit_module', 'delete_module', 'kexec_load', 'reboot', 'swapon'],
    ...['open_by_handle_at', 'settimeofday', 'clock_settime', 'iopl', 'ioperm', 'syslog', 'setns', 'fsopen', 'acct'],
  ]
  expect(others.filter((name) => allowed.has(name))).toEqual([])
  expect(profile.archMap.map(({ architecture }) => architecture)).toEqual(['SCMP_ARCH_X86_64', 'SCMP_ARCH_AARCH64'])
  expect(services.doorstep?.security_opt).toContain('seccomp=docs/operating/seccomp.json')
})

test('the seccomp profile allows no call that the systemd unit forbids', () => {
  let groups: string
  try {
    groups = execFileSync('systemd-analyze', ['syscall-filter', '--no-pager'], {
      maxBuffer: 10_000_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString()
  } catch {
    return // Not on Linux with systemd.
  }
  const members = new Map<string, string[]>()
  let current: string[] = []
  for (const line of groups.split('\n')) {
    if (line.startsWith('@')) members.set(line.trim(), (current = []))
    else if (/^\s+[@\w]/.test(line)) current.push(line.trim())
  }
  const callsIn = (name: string): string[] =>
    name.startsWith('@') ? (members.get(name) ?? []).flatMap((member) => callsIn(member)) : [name]
  const ofUnit = new Set(['@default', '@system-service', '@mount'].flatMap((group) => callsIn(group)))
  expect(ofUnit.size).toBeGreaterThan(300)
  expect([...allowed].filter((name) => !ofUnit.has(name))).toEqual([])
})

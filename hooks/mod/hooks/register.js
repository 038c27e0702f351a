// The events of Claude Code that tidegate answers, from inside the client: each goes to the host as
// the hook of hooks/hooks.json would get it, and the answer is put into the client's own words.
// No rule stands here; what counts where no answer comes is in last-resort.js. All of it that uses
// `$` is one file: older clients follow it no further.

import { denied } from './last-resort.js'

const PATIENCE_MS = 3000 // a warm answer takes some milliseconds; past this, a process is asked
const PROCESS_MS = 30000 // as in hooks/hooks.json
const ADDRESS_MS = 600000 // the first set-up may be under way; no call waits for it
const ASK_AGAIN_MS = 30000 // where no warm host came up, or none answers
const FAILURES = 2 // so often one is asked for at once: it may have ended in order
const OVER = 204 // the answer to a call: nothing is said, nor will there be of its result
const OVER_MAX = 1000 // such calls that have no result yet

const JUDGED = ['Bash', 'Read', 'Edit', 'Write', 'MultiEdit', 'NotebookEdit']
const CHANGING = ['Bash', 'Edit', 'Write', 'MultiEdit', 'NotebookEdit']

export function register(on, options) {
  const host = hostOf(options)
  const agents = new Map() // the agent that makes a call, by the call's id
  const kinds = new Map() // the kind of an agent, by its id; of the session itself by ''

  on('tool.call', { agentId: /./ }, async ($, e, next) => {
    agents.set(e.tool_use_id, e.agentId)
    try {
      return await next(e)
    } finally {
      agents.delete(e.tool_use_id)
    }
  }).catch(($, e, next) => next(e))

  on('classic.PreToolUse', { tool: JUDGED }, async ($, e, next) => {
    const { tool, tool_use_id, ...tool_input } = e
    const [session_id, cwd] = await Promise.all([$.session.id(), $.session.cwd()])
    const agent_id = agents.get(tool_use_id)
    const said = await ask($, host, {
      session_id,
      cwd,
      hook_event_name: 'PreToolUse',
      agent_id,
      agent_type: kinds.get(agent_id ?? ''),
      tool_name: tool,
      tool_input,
      tool_use_id,
    })
    const context = said.additionalContext === undefined ? [] : [said.additionalContext]
    if (said.permissionDecision === 'deny') {
      return { deny: said.permissionDecisionReason, additionalContext: context }
    }
    const input = said.updatedInput
    const below = await next(input === undefined ? e : { ...input, tool, tool_use_id })
    return {
      ...(said.permissionDecision === 'ask' ? asked(below, said) : below),
      ...(input !== undefined && { updatedInput: below.updatedInput ?? input }),
      additionalContext: [...context, ...(below.additionalContext ?? [])],
    }
  }).catch(($, e, next) => {
    if (next.called || e.tool !== 'Bash') return next(e)
    const reason = denied(e.command, host, rootOf($.plugin.root))
    return reason === undefined ? next(e) : { deny: reason }
  })

  on('classic.PostToolUse', { tool_name: CHANGING }, ($, e, next) => told($, host, e, next))
    .catch(($, e, next) => next(e))

  on('classic.PostToolUseFailure', { tool_name: CHANGING }, ($, e, next) => told($, host, e, next))
    .catch(($, e, next) => next(e))

  on('classic.SessionStart', async ($, e, next) => {
    if (e.agent_type !== undefined) kinds.set('', e.agent_type)
    // session-start looks for the mark
    const [said, below] = await Promise.all([ask($, host, e), next({ ...e, tidegate_mod: true })])
    return withContext(below, said)
  }).catch(($, e, next) => next(e))

  on('classic.PreCompact', async ($, e, next) => {
    const [, below] = await Promise.all([ask($, host, e), next(e)])
    return below
  }).catch(($, e, next) => next(e))

  on('classic.SubagentStart', ($, e, next) => {
    kinds.set(e.agent_id, e.agent_type)
    return next(e)
  }).catch(($, e, next) => next(e))
}

function asked(below, said) {
  return below.deny === undefined ? { ...below, allow: undefined, ask: said.permissionDecisionReason } : below
}

// Other hooks of the event run meanwhile, as beside a hook that is a process.
async function told($, host, e, next) {
  if (host.over.delete(e.tool_use_id)) return next(e)
  const [said, below] = await Promise.all([ask($, host, e), next(e)])
  return withContext(below, said)
}

function withContext(below, said) {
  if (said.additionalContext === undefined) return below
  return { ...below, additionalContext: [...(below.additionalContext ?? []), said.additionalContext] }
}

// Returns what is known of the host; `options` are the plugin's, "" where one is not set.
function hostOf(options) {
  const set = Object.entries(options ?? {}).filter(([, value]) => value !== '')
  const variables = set.map(([name, value]) => [`CLAUDE_PLUGIN_OPTION_${name.toUpperCase()}`, String(value)])
  return {
    options,
    variables: Object.fromEntries(variables),
    address: undefined, // where the warm host listens, as `tidegate host address` says it
    tests: undefined, // the crude tests of the slices that are on, from the same answer
    over: new Set(), // calls of whose result nothing is to be said, by their ids
    asked: 0, // when the address was asked for
    failures: 0, // how often the warm host gave no answer since it last gave one
    isAsking: false,
  }
}

// Returns the folder of tidegate: this plugin lies in its hooks/mod.
function rootOf(plugin) {
  return plugin.replace(/\/hooks\/mod\/?$/, '')
}

// Returns what the host says about the event, in the words of a hook's answer; throws without one.
async function ask($, host, event) {
  const text = JSON.stringify(event)
  const printed = (await posted($, host, event, text)) ?? (await run($, host, text))
  const { hookSpecificOutput, systemMessage } = printed.trim() === '' ? {} : JSON.parse(printed)
  if (systemMessage !== undefined) $.ui.log(systemMessage)
  return hookSpecificOutput ?? {}
}

// Returns what the warm host answers, or undefined where it does not.
async function posted($, host, event, text) {
  const { address } = host
  if (address === undefined) return undefined
  const once = event.hook_event_name === 'PreToolUse' ? '?once' : ''
  let patience
  try {
    const response = await Promise.race([
      $.http.fetch(`http://tidegate/claude-code/${address.place}${once}`, {
        method: 'POST',
        body: `${address.asker}\n${text}`,
        socketPath: address.socket,
      }),
      new Promise(resolve => { patience = setTimeout(resolve, PATIENCE_MS) }),
    ])
    if (response?.status === OVER) {
      if (host.over.size >= OVER_MAX) host.over.clear()
      host.over.add(event.tool_use_id)
    }
    if (response?.status === 200 || response?.status === OVER) {
      host.failures = 0
      return response.text ?? ''
    }
  } catch {
    // nobody listens there any more, or it ended before it answered
  } finally {
    clearTimeout(patience)
  }
  host.address = undefined
  host.failures += 1
  if (host.failures <= FAILURES) host.asked = 0
  return undefined
}

// Asks as the hook of hooks/hooks.json does, by a process; it starts the warm host too.
async function run($, host, text) {
  const root = rootOf($.plugin.root)
  const env = { ...(await hookEnvironment($)), ...host.variables }
  const done = await $.process.run([`${root}/bin/tidegate-hook`, 'claude-code'], {
    stdin: text,
    env,
    timeoutMs: PROCESS_MS,
  })
  void learn($, host, root, env)
  if (done.exitCode === 2) return JSON.stringify(blocked(done.stderr))
  if (done.exitCode !== 0) throw new Error(`the hook entry ended with ${done.exitCode}`)
  return done.stdout
}

async function hookEnvironment($) {
  try {
    return await $.process.hookEnv()
  } catch { // a client that is older than this call
    return { CLAUDE_PLUGIN_ROOT: $.plugin.root }
  }
}

// Learns where the warm host listens; nobody waits for it.
async function learn($, host, root, env) {
  if (host.isAsking || Date.now() - host.asked < ASK_AGAIN_MS) return
  host.isAsking = true
  host.asked = Date.now()
  try {
    const done = await $.process.run([`${root}/bin/tidegate`, 'host', 'address'], { env, timeoutMs: ADDRESS_MS })
    if (done.exitCode === 0) {
      host.address = JSON.parse(done.stdout)
      host.tests = host.address.last_resort
    }
  } catch {
    // the next call is answered by a process again
  } finally {
    host.isAsking = false
  }
}

function blocked(said) {
  const reason = said.trim() || 'tidegate could not give an answer, so the call does not run.'
  return { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: reason } }
}

import type { Rule } from 'eslint'

export declare const explainedCast: Rule.RuleModule

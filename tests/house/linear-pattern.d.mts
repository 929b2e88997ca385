import type { Rule } from 'eslint'

export declare const linearPattern: Rule.RuleModule

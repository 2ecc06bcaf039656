// Generated from /openapi.json by `npm run openapi:types`. Do not edit.

export interface paths {
    "/ai-agent/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    q?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Sessions, newest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: components["schemas"]["Session"][];
                            cursor: string | null;
                        };
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        context?: components["schemas"]["SessionContext"];
                        title?: string;
                    };
                };
            };
            responses: {
                /** @description The session */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ai-agent/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The session */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: {
                    version?: number;
                };
                header?: never;
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Deleted */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @example 1 */
                        version: number;
                        title?: string | null;
                        context?: components["schemas"]["SessionContext"];
                    };
                };
            };
            responses: {
                /** @description The session after the change */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/ai-agent/sessions/{sessionId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                };
                header?: never;
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Messages, oldest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: {
                                id: string;
                                sessionId: string;
                                /** @enum {string} */
                                role: "user" | "assistant";
                                content: string;
                                warnings: ("OpenAIUnavailable" | "RateLimited" | "Timeout" | "InvalidStructuredJson" | "NotJapanese")[];
                                feedback: {
                                    /** @enum {string} */
                                    rating: "good" | "bad";
                                    comment: string | null;
                                    /** Format: date-time */
                                    createdAt: string;
                                } | null;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
                            cursor: string | null;
                        };
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            responses: {
                /** @description The reply; as events when the client accepts text/event-stream */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            aiResponse: {
                                messageId: string;
                                content: string;
                                text: string;
                                isFallback: boolean;
                                isRepaired?: boolean;
                                warnings: ("OpenAIUnavailable" | "RateLimited" | "Timeout" | "InvalidStructuredJson" | "NotJapanese")[];
                                template: {
                                    /** @enum {string} */
                                    status: "none";
                                } | {
                                    /** @enum {string} */
                                    status: "ok";
                                    data: {
                                        /** @enum {string} */
                                        schema: "ai_chat_process_template.v1";
                                        answer: string;
                                        missing_information?: string[];
                                        process_template_draft?: {
                                            name?: string;
                                            stepTemplates: {
                                                seq: number;
                                                name: string;
                                                /** @enum {string} */
                                                basis: "goal" | "prev";
                                                offsetDays: number;
                                                requiredArtifacts?: {
                                                    kind: string;
                                                    description?: string;
                                                }[];
                                                dependsOn?: number[];
                                            }[];
                                        };
                                    };
                                    createDto?: {
                                        name: string;
                                        stepTemplates: {
                                            seq: number;
                                            name: string;
                                            /** @enum {string} */
                                            basis: "goal" | "prev";
                                            offsetDays: number;
                                            requiredArtifacts?: {
                                                kind: string;
                                                description?: string;
                                            }[];
                                            dependsOn?: number[];
                                        }[];
                                    };
                                } | {
                                    /** @enum {string} */
                                    status: "invalid";
                                    /** @enum {string} */
                                    errorClass: "MissingFence" | "NonJsonFence" | "JsonParseError" | "SchemaMismatch" | "ValidationFailed";
                                    errorDetail: string;
                                    errors: string[];
                                };
                            };
                            conversation: {
                                id: string;
                                sessionId: string;
                                /** @enum {string} */
                                role: "user" | "assistant";
                                content: string;
                                warnings: ("OpenAIUnavailable" | "RateLimited" | "Timeout" | "InvalidStructuredJson" | "NotJapanese")[];
                                feedback: {
                                    /** @enum {string} */
                                    rating: "good" | "bad";
                                    comment: string | null;
                                    /** Format: date-time */
                                    createdAt: string;
                                } | null;
                                /** Format: date-time */
                                createdAt: string;
                            }[];
                            usage: {
                                tokens: number;
                                costUsd: number;
                            };
                        };
                        "text/event-stream": string;
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ai-agent/sessions/{sessionId}/messages/{messageId}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sessionId: string;
                    messageId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        rating: "good" | "bad";
                        comment?: string | null;
                    };
                };
            };
            responses: {
                /** @description The message with its feedback */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            sessionId: string;
                            /** @enum {string} */
                            role: "user" | "assistant";
                            content: string;
                            warnings: ("OpenAIUnavailable" | "RateLimited" | "Timeout" | "InvalidStructuredJson" | "NotJapanese")[];
                            feedback: {
                                /** @enum {string} */
                                rating: "good" | "bad";
                                comment: string | null;
                                /** Format: date-time */
                                createdAt: string;
                            } | null;
                            /** Format: date-time */
                            createdAt: string;
                        };
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sessionId: string;
                    messageId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Deleted */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/process-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    q?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Templates, newest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: components["schemas"]["ProcessTemplate"][];
                            cursor: string | null;
                        };
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateProcessTemplate"];
                };
            };
            responses: {
                /** @description The template */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProcessTemplate"];
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/process-templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The template */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProcessTemplate"];
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: {
                    version?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Deleted */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @example 1 */
                        version: number;
                        name?: string;
                        stepTemplates?: components["schemas"]["CreateStepTemplate"][];
                    };
                };
            };
            responses: {
                /** @description The template after the change */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProcessTemplate"];
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/process-templates/{id}/cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @example 2027-03-31 */
                        goalDate: string;
                        name?: string;
                    };
                };
            };
            responses: {
                /** @description The case with a due date for every step */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Case"];
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The case */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Case"];
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: {
                    version?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Deleted */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @example 1 */
                        version: number;
                        name: string;
                    };
                };
            };
            responses: {
                /** @description The case after the change */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Case"];
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    cursor?: string;
                    q?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Cases, newest first */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            items: components["schemas"]["Case"][];
                            cursor: string | null;
                        };
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cases/{id}/steps/{stepId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    stepId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @example 1 */
                        version: number;
                        /** @enum {string} */
                        status?: "todo" | "doing" | "done";
                        locked?: boolean;
                        assignee?: string | null;
                        /** @example 2027-03-31 */
                        dueDate?: string;
                    };
                };
            };
            responses: {
                /** @description The case after the change */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Case"];
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/cases/{id}/replan/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @example 2027-03-31 */
                        goalDate: string;
                    };
                };
            };
            responses: {
                /** @description The changes that replanning would make; nothing is stored */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Replan"];
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cases/{id}/replan/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @example 2027-03-31 */
                        goalDate: string;
                        /** @example 1 */
                        version: number;
                    };
                };
            };
            responses: {
                /** @description The changes of the replanning */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Replan"];
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cases/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    format: "csv" | "ics";
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The case as a file */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                        "text/calendar": string;
                    };
                };
                /** @description A problem */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Session: {
            id: string;
            title: string | null;
            context: components["schemas"]["SessionContext"];
            /** @example 1 */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-17T05:00:00.000Z
             */
            createdAt: string;
        };
        /**
         * @example {
         *       "industry": "製造業",
         *       "processType": "採用"
         *     }
         */
        SessionContext: {
            industry?: string;
            processType?: string;
            goal?: string;
            region?: string;
            compliance?: string;
            additionalContext?: string;
        };
        Problem: {
            type: string;
            title: string;
            title_ja: string;
            status: number;
            code: string;
            requestId?: string;
        } & {
            [key: string]: unknown;
        };
        ProcessTemplate: {
            id: string;
            name: string;
            stepTemplates: {
                id: string;
                seq: number;
                name: string;
                /** @enum {string} */
                basis: "goal" | "prev";
                offsetDays: number;
                requiredArtifacts: {
                    kind: string;
                    description?: string;
                }[];
                dependsOn: string[];
            }[];
            /** @example 1 */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-17T05:00:00.000Z
             */
            createdAt: string;
        };
        /**
         * @example {
         *       "name": "中途採用",
         *       "stepTemplates": [
         *         {
         *           "seq": 1,
         *           "name": "採用要件の定義",
         *           "basis": "goal",
         *           "offsetDays": -30
         *         },
         *         {
         *           "seq": 2,
         *           "name": "面接",
         *           "basis": "prev",
         *           "offsetDays": 10,
         *           "dependsOn": [
         *             1
         *           ]
         *         }
         *       ]
         *     }
         */
        CreateProcessTemplate: {
            name: string;
            stepTemplates: components["schemas"]["CreateStepTemplate"][];
        };
        CreateStepTemplate: {
            seq: number;
            name: string;
            /** @enum {string} */
            basis: "goal" | "prev";
            offsetDays: number;
            requiredArtifacts?: {
                kind: string;
                description?: string;
            }[];
            dependsOn?: number[];
        };
        Case: {
            id: string;
            owner: string;
            templateId: string;
            name: string;
            /** @example 2027-03-31 */
            goalDate: string;
            /** @example 1 */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-17T05:00:00.000Z
             */
            createdAt: string;
            steps: {
                id: string;
                seq: number;
                name: string;
                /** @enum {string} */
                basis: "goal" | "prev";
                offsetDays: number;
                requiredArtifacts: {
                    kind: string;
                    description?: string;
                }[];
                dependsOn: string[];
                /** @example 2027-03-31 */
                dueDate: string;
                /** @enum {string} */
                status: "todo" | "doing" | "done";
                locked: boolean;
                assignee: string | null;
            }[];
            warnings: {
                seq: number;
                class: string;
            }[];
            criticalPath: number[];
        };
        Replan: {
            case: components["schemas"]["Case"];
            moves: {
                stepId: string;
                /** @example 2027-03-31 */
                from: string;
                /** @example 2027-03-31 */
                to: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
